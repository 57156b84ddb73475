"""Where two holdings stand in the rank tables, on many boards that share their first cards."""
