//! Results as plain data, and their renderings: terminal, JSON, DOT
