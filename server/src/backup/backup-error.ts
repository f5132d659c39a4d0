/** Why a backup cannot be made or restored, for the person who wants it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
