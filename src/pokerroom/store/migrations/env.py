"""What Alembic runs to migrate: on the connection it is given, in the transaction that is open there."""

from alembic import context

from pokerroom.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
