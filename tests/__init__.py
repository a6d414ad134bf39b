"""What must hold, by kind of evidence."""
