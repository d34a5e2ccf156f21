import type { Session } from '../session.ts';

/** The owner of the session of this browser. A CSRF token would be a secret on the channel, and is not needed. */
export interface SessionOwner {
  personId: string;
  organizationId: string;
}

/** News for the other tabs: a sign-in that a page waits for, the session that was found, or the end of the session. */
type News = 'signed-in' | 'signed-out' | SessionOwner;

const channelName = 'scangate:signed-in';

const tell = (news: News): void => {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone, and takes no target
  channel.postMessage(news);
  channel.close();
};

const listen = (onNews: (news: News) => void): (() => void) => {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => onNews(data));
  return () => channel.close();
};

export const ownerOf = ({
  person: { personId },
  organization: { organizationId },
}: Session): SessionOwner => ({
  personId,
  organizationId,
});

export const isSameOwner = (a: SessionOwner, b: SessionOwner): boolean =>
  a.personId === b.personId && a.organizationId === b.organizationId;

/** Announces a sign-in to the other tabs of this origin. */
export const announceSignIn = (): void => tell('signed-in');

/** Tells the other tabs that the session of this browser has ended. */
export const announceSignOut = (): void => tell('signed-out');

/** Tells the other tabs whose session this browser has. */
export const announceSession = (session: Session): void => tell(ownerOf(session));

/** Hears of a sign-in in another tab. @returns how to stop listening. */
export const onSignIn = (listener: () => void): (() => void) =>
  listen((news) => {
    if (news === 'signed-in') listener();
  });

/** Hears in another tab whose session this browser has, undefined after a sign-out. @returns how to stop listening. */
export const onSession = (listener: (owner: SessionOwner | undefined) => void): (() => void) =>
  listen((news) => {
    if (news !== 'signed-in') listener(news === 'signed-out' ? undefined : news);
  });
