import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Providers send a logout token immediately, so an older one is probably a stolen copy. */
const MAX_AGE_SECONDS = 120;
const CLOCK_TOLERANCE_SECONDS = 60;
/** How long a token can be replayed before it is too old. */
export const REPLAY_SECONDS = MAX_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS;

const Claims = z
  .object({
    jti: z.string().min(1),
    sid: z.string().min(1).optional(),
    sub: z.string().min(1).optional(),
    events: z.looseObject({ [EVENT]: z.looseObject({}) }),
    // Only ID tokens have a nonce, so an ID token can't pass for a logout token.
    nonce: z.never().optional(),
  })
  .refine(({ sid, sub }) => sid !== undefined || sub !== undefined, 'It names neither session nor person');

export type Logout = { issuer: string; id: string; session: string | null; subject: string | null };

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6).
 * @throws Error when its signature, type, issuer, audience, age or claims are invalid
 */
export async function verifyLogoutToken(
  token: string,
  { issuer, keys, algorithms }: { issuer: string; keys: JWTVerifyGetKey; algorithms: string[] },
  { clientId, now }: { clientId: string; now: Date },
): Promise<Logout> {
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    // Keeps the provider's other tokens from passing for a logout token.
    typ: 'logout+jwt',
    algorithms,
    maxTokenAge: MAX_AGE_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['iat', 'jti', 'events'],
    currentDate: now,
  });
  const { jti, sid, sub } = Claims.parse(payload);
  return { issuer, id: jti, session: sid ?? null, subject: sub ?? null };
}
