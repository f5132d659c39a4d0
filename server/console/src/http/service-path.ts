/** The path that the service stands below, without a slash at its end: mostly none. */
export const SERVICE_PATH = /^(.*?)\/console(?:\/|$)/.exec(location.pathname)?.[1] ?? '';

/** Where the router begins. */
export const CONSOLE_PATH = `${SERVICE_PATH}/console`;
