import type { SessionView } from '~/schemas/people/session';
import type { UserView } from '~/schemas/people/user';
import { DataPrivacy } from './data-privacy';
import { DeletionNotice } from './deletion-notice';
import { DisplayPreferences } from './display-preferences';
import { InterfacePreferences } from './interface-preferences';
import { Sessions } from './sessions';

export function AccountSettings({
  user,
  timezones,
  sessions,
}: {
  user: UserView;
  timezones: string[];
  sessions: SessionView[];
}) {
  return (
    <main id="main" tabIndex={-1} className="flex w-full max-w-4xl flex-col gap-4 px-4 py-4 sm:px-6">
      <h1 className="text-lg font-semibold">Account Settings</h1>
      {user.isDeleted && <DeletionNotice user={user} />}
      <InterfacePreferences isDeleted={user.isDeleted} />
      {/* An account marked for deletion shows nothing that these would affect. */}
      {!user.isDeleted && <DisplayPreferences timezones={timezones} />}
      <Sessions sessions={sessions} />
      <DataPrivacy user={user} />
    </main>
  );
}
