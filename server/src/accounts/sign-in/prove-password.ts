import type { Session } from '../../platform/auth/session/read-session.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Services } from '../../platform/services.ts';
import type { LibraryRequest } from './ask-sign-in-library.ts';
import { attemptPassword } from './sign-in-attempt.ts';

/** Proves that whoever has the session knows the password. @throws AppError VALIDATION_ERROR, RATE_LIMIT */
export async function provePassword(
  { auth, limits }: Services,
  session: Session | undefined,
  { body }: LibraryRequest,
): Promise<void> {
  const userId = session?.userId ?? '';
  const { password } = body as { password: string };
  const { internalAdapter, password: passwords } = await auth.$context;
  const { right } = await attemptPassword(limits, userId, async () => {
    const credential = (await internalAdapter.findAccounts(userId)).find(
      ({ providerId }) => providerId === 'credential',
    );
    const hash = credential?.password;
    return { result: null, right: hash ? await passwords.verify({ hash, password }) : false };
  });
  if (!right) throw new AppError('VALIDATION_ERROR', 'password: is wrong');
}
