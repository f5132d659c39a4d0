import { App } from '@tributary/db/apps/app.entity';
import { adoptTable } from '../../../attribution/calibration/adopt-table.ts';
import { FEWEST_TO_FIT } from '../../../attribution/calibration/likeness-report.ts';
import { likenessTable } from '../../../attribution/models/likeness-table.ts';
import { auditOperator } from '../audit-operator.ts';
import { type AdminCommand, AdminError, requireUuid } from '../command.ts';

/** Is in force in every running instance when the command ends. */
export const refit: AdminCommand = {
  args: ['app_id'],
  flags: ['--shipped'],
  help: 'lets an app take the confidence of likeness from a table of its own, or with --shipped from the one of the service',
  details:
    'Adopts the table that fits the last report of the app (calibrate makes one). It holds for decisions to come; past ones\n' +
    'stay as they were.',
  async run({ em, clock, print }, [appId], flags) {
    const id = requireUuid('app_id', appId);
    const table = flags.has('--shipped') ? 'shipped' : 'own';
    await em.transactional(async (tx) => {
      const app = await tx.findOne(App, { id, deletedAt: null });
      if (!app) throw new AdminError(`there is no app ${id}`);
      const adopted = await adoptTable(tx, id, table);
      if (adopted === null)
        throw new AdminError(
          `app ${id} has no table of its own yet: run calibrate; it needs at least ${FEWEST_TO_FIT} installs that name a click from their network`,
        );
      auditOperator(tx, clock, {
        customerId: app.customerId,
        action: 'refit_likeness',
        targetType: 'app',
        targetId: id,
        details: { table, ...adopted },
      });
      print(`app ${id} takes the confidence of likeness from table ${likenessTable(adopted).name}`);
    });
  },
};
