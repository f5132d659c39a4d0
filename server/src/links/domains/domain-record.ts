import type { InferEntity } from '@mikro-orm/core';
import type { Domain } from '@tributary/db/links/domain.entity';

/** A row of `domains`. */
export type DomainRecord = InferEntity<typeof Domain>;
