import { Link } from '~/components/ui/link';

/** Text for what blocks the close of a past month: missing accretion, with a link to the prefilled form. */
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
