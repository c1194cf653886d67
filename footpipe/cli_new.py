"""The command that starts a plugin: `footpipe new`."""
