/** An exact decimal in plain notation and normal form, as PostgreSQL's numeric takes it: '12.5', '0.001', '100'. */
export type Decimal = string;
