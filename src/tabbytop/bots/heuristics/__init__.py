"""Rules of thumb, one file per game. They are also how search plays a match out."""
