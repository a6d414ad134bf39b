"""A casino's own record of the system: letters written before they are sent, and notices taken."""
