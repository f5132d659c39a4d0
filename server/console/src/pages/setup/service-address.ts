import { SERVICE_PATH } from '../../http/service-path.ts';

/** The address of this service as the browser reaches it, as every language and shell takes it between quotes. */
export const serviceAddress = (): string =>
  (location.origin + SERVICE_PATH).replace(/['"`$\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
