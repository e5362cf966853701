import type { LinkProps } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Badge } from '~/components/ui/badge';
import { Td } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';

/** The posting of an act on the well, and whether it was reversed. */
export function PostingCell({
  act: { postingId, isReversed },
  linkTo,
  children,
}: {
  act: { postingId: string; isReversed: boolean };
  linkTo: (postingId: string) => LinkProps;
  children?: ReactNode;
}) {
  return (
    <Td>
      <span className="flex flex-wrap items-center gap-x-2">
        <TextLink aria-label={`Posting ${postingId}`} {...linkTo(postingId)}>
          {postingId}
        </TextLink>
        {children}
        {isReversed && <Badge>Reversed</Badge>}
      </span>
    </Td>
  );
}
