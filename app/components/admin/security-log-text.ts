import type { AuditView } from '~/schemas/audit/audit-views';

/** Display text of each action that belongs to no company. */
export const ACTION_TEXTS: Record<string, string> = {
  'user.signed_in': 'Signed in',
  'user.email_withdrawn': 'Took over email address',
  'user.sessions_ended': 'Ended sessions',
  'user.admin_granted': 'Made system administrator',
  'user.admin_revoked': 'Removed as system administrator',
  'user.marked_for_deletion': 'Marked account for deletion',
  'user.anonymized': 'Anonymized account',
  'user.deleted': 'Deleted account',
  'preference.created': 'Set preference',
  'preference.updated': 'Changed preference',
  'preference.deleted': 'Reset preference',
};

/** The user an entry affects. Users can only change their own preferences. */
export function affectedText({
  entityType,
  entityId,
  userId,
  concerned,
}: Pick<AuditView, 'entityType' | 'entityId' | 'userId' | 'concerned'>): string {
  const isOwn = entityType === 'user_preference' || (entityType === 'user' && entityId === userId);
  return isOwn ? 'Themselves' : (concerned ?? entityId);
}
