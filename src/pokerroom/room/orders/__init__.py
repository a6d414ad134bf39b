"""What each order leads to: the changes to one stream or several, or why not."""
