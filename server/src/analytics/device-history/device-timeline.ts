import { z } from 'zod';
import {
  isIncluded,
  type TimelineRow,
  timelineEntry,
  toTimelineEntry,
} from '../../attribution/explain/timeline-entry.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import {
  listPage,
  type PageQuery,
  pageArguments,
  readPage,
} from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { deviceItem, readDevices } from './device-item.ts';
import { TIMELINE } from './timeline-statement.ts';

export const deviceTimeline = accountProcedure
  .meta({
    tag: 'attribution',
    summary: 'Read what a device did',
    description:
      'Answers with a device and what is known of it in its app, the newest first: its events, statements of consent, ' +
      'clicks, installs, decisions, deferred links, fraud flags, purchases, payments and sends to ad networks. Events that retention took are ' +
      'missing. Needs the viewer role in the app’s team.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(
    z.strictObject({ p_device_id: uuid.describe('The device, by the service’s own id.'), ...pageArguments }),
  )
  .output(listPage(timelineEntry).extend({ device: deviceItem.describe('The device.') }))
  .query(async ({ ctx, input }) => {
    const { access, services } = ctx;
    const [device] = await readDevices(services.workPool, access.accountId, [input.p_device_id]);
    if (!device) throw new AppError('NOT_FOUND', 'no such device');
    await access.app(device.app_id, 'viewer');
    const kinds = timelineEntry.shape.kind.options.filter((kind) => isIncluded(access.plan, kind));
    const read = async ({ last, options: { limit } }: PageQuery) => {
      const place = [last?.createdAt.getTime() ?? null, last?.id ?? null];
      const values = [device.app_id, device.device_id, kinds, ...place, limit];
      const rows = await queryForCustomer<EntryRow>(services.workPool, access.accountId, TIMELINE, values);
      return rows.map((row) => ({ id: row.place, createdAt: new Date(row.at), row }));
    };
    const page = await readPage('device_timeline', input, read, ({ row }) => toTimelineEntry(row));
    return { device, ...page };
  });

interface EntryRow extends TimelineRow, Record<string, unknown> {
  /** Tells entries of one moment apart. */
  readonly place: string;
}
