import { Fragment, type ReactNode } from 'react';

/** Formats a formula such as `1.025^25` or `1.08^(1/12)` with raised exponents. Copied text and screen readers keep the `^`. */
export function withPowers(formula: string): ReactNode {
  const [first, ...powers] = formula.split('^');
  return (
    <>
      {first}
      {powers.map((power, index) => {
        const [exponent = ''] = /^(\([^)]*\)|[\w.,/]*[\w])/.exec(power) ?? [];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text is always replaced as a whole
          <Fragment key={index}>
            <span className="sr-only">^</span>
            <sup>{exponent}</sup>
            {power.slice(exponent.length)}
          </Fragment>
        );
      })}
    </>
  );
}
