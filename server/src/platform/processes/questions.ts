import type { Registry } from 'prom-client';
import type { LimitCall, LimitCount } from '../limits/limits-of-all-processes.ts';
import type { Channel } from './channel.ts';

/** The metrics of a process, as values. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Whether a process can do its work. `away`: the database cannot be reached. */
export type Readiness = 'ready' | 'disk_full' | 'away';

/** Whether the service can: it is starting until all its processes have started once. */
export type ServiceReadiness = Readiness | 'starting';

/** What a server process has to know. */
interface Assignment {
  /** 1 to PROCESSES; a process that replaces another takes its number. */
  readonly number: number;
  readonly databaseUrl: string;
}

/** What server processes ask the first process. */
export type QuestionsToParent = {
  readonly assignment: { argument: null; answer: Assignment };
  /** It accepts connections. */
  readonly serving: { argument: null; answer: null };
  /** Someone has asked this process to stop: all have to. */
  readonly stop: { argument: null; answer: null };
  readonly limit: { argument: LimitCall; answer: LimitCount | boolean | null };
  /** Metrics of the whole service, as text. */
  readonly metrics: { argument: null; answer: string };
  /** Whether every process responds. */
  readonly alive: { argument: null; answer: boolean };
  /** The worst that a process says of itself. */
  readonly readiness: { argument: null; answer: ServiceReadiness };
};

/** What the first process asks server processes. */
export type QuestionsToServer = {
  readonly stop: { argument: null; answer: null };
  readonly metrics: { argument: null; answer: MetricValues };
  readonly alive: { argument: null; answer: boolean };
  readonly readiness: { argument: null; answer: Readiness };
};

/** A server process's connection to the first process. */
export type ParentChannel = Channel<QuestionsToParent, QuestionsToServer>;
/** The first process's connection to a server process. */
export type ServerChannel = Channel<QuestionsToServer, QuestionsToParent>;
