import { connect } from '@tributary/db/connect';
import { distribute, hasCitus } from '@tributary/db/distribution/distribute';
import { lockMigrations } from '@tributary/db/migrate';
import { type AdminCommand, AdminError } from '../command.ts';
import { describeBytes } from '../describe-bytes.ts';
import { describeNodes, readNodes } from '../read-nodes.ts';

/** Moves an installation that is on one server to the nodes of Citus. */
export const distributeCommand: AdminCommand = {
  args: [],
  help: 'spreads the data of accounts over the nodes of Citus, and goes on where it stopped',
  details:
    'Create the extension and add its nodes first (docs/running/scale.md). It moves one table after another, the largest\n' +
    'last; while one is moved, those who write it wait. What is done stays done if it is stopped. Run again, it moves what\n' +
    'is left.',
  async run({ databaseUrl, print }) {
    const client = await connect(databaseUrl, 'tributary-distribute');
    try {
      if (!(await hasCitus(client)))
        throw new AdminError('the database has no Citus: create extension citus, and add its nodes');
      if (!(await readNodes(client)).some(({ has_shards }) => has_shards))
        throw new AdminError(
          'Citus has no node for data: call citus_add_node, or let the coordinator have shards',
        );
      await lockMigrations(client);
      await distribute(client, ({ table, bytes, done, of }) =>
        print(`${done + 1} of ${of}: ${table}, ${describeBytes(bytes)}`),
      );
      for (const line of describeNodes(await readNodes(client))) print(line);
      print('distributed: nothing is left to move');
    } finally {
      await client.end();
    }
  },
};
