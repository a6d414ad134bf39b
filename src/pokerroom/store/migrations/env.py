"""What Alembic runs to migrate: on the given connection, in its open transaction."""

from alembic import context

from pokerroom.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
