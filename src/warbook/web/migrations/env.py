"""What Alembic runs: the migrations, over the connection that `upgrade` gives."""

from alembic import context

from warbook.web.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
