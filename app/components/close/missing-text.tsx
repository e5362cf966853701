import { Link } from '~/components/ui/link';

/** What keeps a month open that is over: accretion, with the way to the form, filled in. */
export function MissingText({ text, end }: { text: string; end: string }) {
  return (
    <>
      {text}{' '}
      <Link
        to={`/?tab=accretion&through=${end}`}
        className="inline-flex min-h-6 items-center rounded font-medium text-accent hover:underline"
      >
        Post It
      </Link>
    </>
  );
}
