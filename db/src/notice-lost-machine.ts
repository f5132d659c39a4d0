/**
 * Settings of a connection that notices within 15 s that the machine at its other end is gone: after 5 s of silence it asks ten
 * times, every second, whether there is one. By itself the system asks after two hours. Until then a worker whose statement
 * waits when the database's machine is replaced would wait, and who listens for changes would hear of none.
 */
export const NOTICE_LOST_MACHINE = { keepAlive: true, keepAliveInitialDelayMillis: 5000 } as const;
