/** A person as sign-in answers them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly twoFactorEnabled?: boolean | null;
}

/** A session as sign-in lists it; `token` is its name there, and no credential. */
export interface SessionItem {
  readonly id: string;
  readonly token: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly userAgent?: string | null;
  readonly ipAddress?: string | null;
}

/** The session at hand, with its person. */
export interface OwnSession {
  readonly session: SessionItem;
  readonly user: Person;
}
