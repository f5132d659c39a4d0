/** A table whose rows a migration goes through, and the time that takes for each on a small server. */
interface Cost {
  readonly table: string;
  readonly microseconds: number;
}

/** Of the migrations that go through rows of tables that grow: what an upgrade takes is estimated from it. */
export const MIGRATION_COSTS: Readonly<Record<string, readonly Cost[]>> = {
  'm0008-telling-column-first': [
    { table: 'device_ids', microseconds: 3 },
    { table: 'install_signals', microseconds: 3 },
  ],
  'm0012-payments': [{ table: 'attributions', microseconds: 3 }],
  'm0013-members': [{ table: 'events', microseconds: 1 }],
  'm0022-revenue-sources': [{ table: 'payments', microseconds: 5 }],
  'm0024-events-of-a-device': [{ table: 'events', microseconds: 1 }],
  'm0026-installs-without-a-score': [{ table: 'attributions', microseconds: 3 }],
  'm0029-count-stored-events': [{ table: 'events', microseconds: 20 }],
  'm0030-clicks-that-installs-name': [{ table: 'attributions', microseconds: 3 }],
  'm0032-retention': [
    { table: 'events', microseconds: 1 },
    { table: 'clicks', microseconds: 1 },
  ],
  'm0042-revenue-of-links': [
    { table: 'payments', microseconds: 5 },
    { table: 'purchases', microseconds: 5 },
  ],
  'm0084-payments-paired': [{ table: 'payments', microseconds: 1 }],
  'm0076-ids-of-ios': [{ table: 'clicks', microseconds: 1 }],
  'm0090-bots-by-id': [{ table: 'clicks', microseconds: 1 }],
  'm0073-groups-of-installs': [{ table: 'attributions', microseconds: 15 }],
  'm0074-count-groups': [
    { table: 'attributions', microseconds: 20 },
    { table: 'cohort_activity', microseconds: 20 },
    { table: 'payments', microseconds: 20 },
    { table: 'purchases', microseconds: 20 },
  ],
  'm0085-installs-abroad': [{ table: 'install_signals', microseconds: 3 }],
  'm0082-traffic-of-installs': [{ table: 'install_signals', microseconds: 6 }],
  'm0078-history-of-installs': [{ table: 'install_signals', microseconds: 1 }],
  'm0075-credit-groups': [
    { table: 'payments', microseconds: 5 },
    { table: 'purchases', microseconds: 5 },
  ],
  'm0083-events-of-countries': [{ table: 'event_counts', microseconds: 4 }],
  'm0081-links-by-country': [
    { table: 'link_counts', microseconds: 3 },
    { table: 'campaign_revenue_counts', microseconds: 5 },
  ],
};
