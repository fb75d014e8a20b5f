"""A club's page: all tables at a broker, results and standings; docs/together.md."""
