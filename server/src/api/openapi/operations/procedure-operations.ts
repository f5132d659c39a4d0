import { z } from 'zod';
import type { CallerKind, ProcedureFacts } from '../../../platform/http/procedures/procedure-facts.ts';
import type { Credential } from '../../../platform/http/route-facts.ts';
import { type DescribedProcedure, describeProcedures } from '../describe-procedures.ts';
import type { Operation } from '../operation.ts';

/** Whom each kind of procedure refuses with a 403. */
const FORBIDS: Readonly<Record<CallerKind, boolean>> = {
  caller: false,
  person: true,
  account: true,
  member: true,
};

const takesTokens = (caller: CallerKind) => caller === 'caller' || caller === 'account';

function securityOf(caller: CallerKind): Credential[][] {
  return takesTokens(caller)
    ? [
        ['apikey', 'session'],
        ['apikey', 'accessToken'],
      ]
    : [['apikey', 'session']];
}

function notesOf({ role, audited }: ProcedureFacts, caller: CallerKind, name: string): string {
  return [
    role === null ? 'Role: none is needed.' : `Role: ${role}${role === 'owner' ? '' : ' or higher'}.`,
    takesTokens(caller) ? 'Access tokens are accepted.' : 'Access tokens are refused.',
    audited ? `Audited as \`${name}\`.` : 'Not audited.',
  ].join(' ');
}

function toOperation({ name, facts, caller, input, output }: DescribedProcedure): Operation {
  const answer = facts.answer ?? output;
  return {
    id: name,
    method: 'post',
    path: `/rest/v1/rpc/${name}`,
    facts: {
      tag: facts.tag,
      summary: facts.summary,
      description: `${facts.description}\n\n${notesOf(facts, caller, name)}`,
      security: securityOf(caller),
      body: { 'application/json': input },
      answers:
        answer instanceof z.ZodVoid
          ? { 204: { means: 'Done.' } }
          : { 200: { means: 'The answer.', content: { 'application/json': answer } } },
      fails: ['VALIDATION_ERROR', ...facts.fails, ...(FORBIDS[caller] ? (['FORBIDDEN'] as const) : [])],
    },
    errors: 'withMessage',
    ...(facts.shows && { shows: facts.shows }),
  };
}

export const PROCEDURE_OPERATIONS: readonly Operation[] = describeProcedures().map(toOperation);
