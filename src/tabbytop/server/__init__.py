"""The table server: people and bots at a table over the network. The log is the table; nothing else is."""
