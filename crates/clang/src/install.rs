//! The command that installs a clang, on this machine.

/// The command that installs a usable clang.
pub(crate) fn install_command() -> &'static str {
    if cfg!(target_os = "macos") {
        return "brew install llvm";
    }
    let description = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    command_for(&description)
}

/// The command for a distribution, as `/etc/os-release` describes it. Where the plain package
/// `clang` of a release is too old, the release has a package with a version in its name beside it.
fn command_for(description: &str) -> &'static str {
    match field(description, "VERSION_CODENAME") {
        Some("bullseye") => return "apt-get install clang-16",
        Some("bookworm" | "trixie") => return "apt-get install clang-19",
        Some("jammy") => return "apt-get install clang-15",
        Some("noble") => return "apt-get install clang-18",
        _ => {}
    }
    let id = field(description, "ID").unwrap_or_default();
    let families = field(description, "ID_LIKE").unwrap_or_default();
    let manager = std::iter::once(id).chain(families.split(' ')).find_map(|family| match family {
        "fedora" | "rhel" | "centos" => Some("dnf install clang"),
        "alpine" => Some("apk add clang"),
        "arch" => Some("pacman -S clang"),
        "opensuse" | "suse" => Some("zypper install clang"),
        "debian" | "ubuntu" => Some("apt-get install clang"),
        _ => None,
    });
    manager.unwrap_or("apt-get install clang")
}

/// The value of a field of `/etc/os-release`, without its quotes.
fn field<'a>(description: &'a str, name: &str) -> Option<&'a str> {
    let value = description.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='))?;
    Some(value.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_distribution_has_its_command() {
        let cases = [
            ("ID=debian\nVERSION_CODENAME=bookworm\n", "apt-get install clang-19"),
            ("ID=debian\nVERSION_CODENAME=trixie\n", "apt-get install clang-19"),
            ("ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=noble\n", "apt-get install clang-18"),
            ("ID=debian\nVERSION_CODENAME=duke\n", "apt-get install clang"),
            ("ID=fedora\nVERSION_CODENAME=\"\"\n", "dnf install clang"),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", "dnf install clang"),
            ("ID=alpine\n", "apk add clang"),
            ("ID=manjaro\nID_LIKE=arch\n", "pacman -S clang"),
            ("", "apt-get install clang"),
        ];
        for (description, command) in cases {
            assert_eq!(command_for(description), command, "{description}");
        }
    }
}
