import type { UserView } from '~/schemas/people/user';

/** A deletion option: its texts, API request and result messages. */
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
  /** Nothing is left to return to, so the user is signed out. */
  isFinal: boolean;
  /** True when the user has already chosen this option. */
  isDone: (user: UserView) => boolean;
};

export const DELETIONS: readonly Deletion[] = [
  {
    title: 'Mark Account for Deletion',
    text: 'Ends your access to company data immediately. The data is kept, and you can still sign in to your account settings.',
    button: 'Mark for Deletion',
    question:
      'Mark your account for deletion? You’ll lose access to company data immediately, and you can’t undo this yourself. The data is kept.',
    method: 'POST',
    path: '/api/user/soft-delete',
    successTitle: 'Account Deleted',
    success: 'Your account has been marked for deletion.',
    failureTitle: 'Delete Failed',
    failure: 'Failed to delete account',
    isFinal: false,
    isDone: ({ isDeleted }) => isDeleted,
  },
  {
    title: 'Anonymize Personal Data',
    text: 'Replaces your name and email with anonymous values and marks the account for deletion. This can’t be undone.',
    button: 'Anonymize Data',
    question:
      'Are you sure you want to anonymize your personal data? Your name and email will be replaced with anonymous values, and any access you still have ends. This can’t be undone.',
    method: 'POST',
    path: '/api/user/anonymize',
    successTitle: 'Data Anonymized',
    success: 'Your personal information has been anonymized.',
    failureTitle: 'Anonymization Failed',
    failure: 'Failed to anonymize data',
    isFinal: false,
    isDone: ({ anonymizedAt }) => anonymizedAt !== null,
  },
  {
    title: 'Permanent Deletion',
    text: 'Deletes your account and removes you from every company. Company data stays. This can’t be undone.',
    extraWarning:
      'Warning: your account, company memberships and preferences are deleted immediately, and you’ll be signed out.',
    button: 'Delete Permanently',
    question:
      'Are you sure you want to permanently delete your account? You’ll be removed from every company. Company data stays. This can’t be undone.',
    method: 'DELETE',
    path: '/api/user/permanent',
    successTitle: 'Account Permanently Deleted',
    success: 'Your account has been permanently removed from our system.',
    failureTitle: 'Permanent Delete Failed',
    failure: 'Failed to permanently delete account',
    isFinal: true,
    isDone: () => false,
  },
];
