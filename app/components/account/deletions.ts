/** A way to leave: its texts, its call, and what is said afterwards. */
export type Deletion = {
  title: string;
  text: string;
  extraWarning?: string;
  button: string;
  question: string;
  method: 'POST' | 'DELETE';
  path: string;
  successTitle: string;
  success: string;
  failureTitle: string;
  failure: string;
  /** Nothing is left to come back to: the person is signed out. */
  isFinal: boolean;
};

export const DELETIONS: readonly Deletion[] = [
  {
    title: 'Mark Account for Deletion',
    text: 'Keeps company data and blocks your access to it. You can still sign in to see these settings.',
    button: 'Mark for Deletion',
    question:
      'Are you sure you want to mark your account for deletion? Company data is kept, but you will no longer have access to it.',
    method: 'POST',
    path: '/api/user/soft-delete',
    successTitle: 'Account Deleted',
    success: 'Your account has been marked for deletion.',
    failureTitle: 'Delete Failed',
    failure: 'Failed to delete account',
    isFinal: false,
  },
  {
    title: 'Anonymize Personal Data',
    text: 'Replaces your name and e-mail with anonymous values and marks the account for deletion. This cannot be undone.',
    button: 'Anonymize Data',
    question:
      'Are you sure you want to anonymize your personal data? Your name and e-mail are replaced with anonymous values and your access ends. This cannot be undone.',
    method: 'POST',
    path: '/api/user/anonymize',
    successTitle: 'Data Anonymized',
    success: 'Your personal information has been anonymized.',
    failureTitle: 'Anonymization Failed',
    failure: 'Failed to anonymize data',
    isFinal: false,
  },
  {
    title: 'Permanent Deletion',
    text: 'Removes your account and its associations with companies. Company data remains. This cannot be undone.',
    extraWarning:
      'Warning: your account, memberships and preferences are gone at once, and you are signed out.',
    button: 'Delete Permanently',
    question:
      'Are you sure you want to permanently delete your account? Your account and its associations are removed; company data remains. This cannot be undone.',
    method: 'DELETE',
    path: '/api/user/permanent',
    successTitle: 'Account Permanently Deleted',
    success: 'Your account has been permanently removed from our system.',
    failureTitle: 'Permanent Delete Failed',
    failure: 'Failed to permanently delete account',
    isFinal: true,
  },
];
