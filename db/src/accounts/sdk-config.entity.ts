import { defineEntity, p } from '@mikro-orm/core';

/** An account's overrides of the SDK's remote configuration; null inherits the platform default. */
export const SdkConfig = defineEntity({
  name: 'SdkConfig',
  tableName: 'sdk_configs',
  properties: {
    customerId: p.uuid().primary(),
    trackingEnabled: p.boolean().nullable(),
    samplingRate: p.double().nullable(),
    wifiOnlyMode: p.boolean().nullable(),
    batchSize: p.integer().nullable(),
    flushIntervalMs: p.integer().nullable(),
    suppressOnLowBattery: p.boolean().nullable(),
    notes: p.text().nullable(),
    updatedAt: p.datetime(),
    updatedBy: p.uuid().nullable(),
  },
});
