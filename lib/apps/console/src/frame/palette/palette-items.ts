import { frameMessages } from '@scangate/console/messages/frame.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import type { PageAddress } from '@scangate/console/parts/actions/page-href.ts';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { pages, type PageEntry, type PagePath } from '@scangate/console/routes/index.ts';
import { isId } from '@scangate/console/session/ids.ts';
import { accessTo } from '@scangate/console/session/permissions.ts';
import type { Session } from '@scangate/console/session/session.ts';

export interface PaletteItem {
  key: string;
  label: string;
  /** The kind of the item, shown at its end. */
  note: string;
  address: PageAddress;
}

type Reader = Pick<Session, 'role' | 'capabilities' | 'organization'>;

const entries: readonly (PageEntry & { path: PagePath })[] = pages;

const isHash = /^[0-9a-f]{7,64}$/i;

const has = (path: string): path is PagePath => entries.some((entry) => entry.path === path);

/** Recognizes a scan, a commit or a package in a text by its form. */
const namedBy = (text: string): PaletteItem[] => {
  const items: { path: string; label: string; address: Omit<PageAddress, 'to'> }[] = [];
  if (isId(text))
    items.push({
      path: 'scans/$scanId',
      label: frameMessages.scan(text),
      address: { params: { scanId: text } as never },
    });
  if (isHash.test(text))
    items.push({ path: 'scans', label: frameMessages.commit(text), address: { search: { commit: text } } });
  if (text.startsWith('pkg:'))
    items.push({
      path: 'inventory',
      label: frameMessages.package(markedText(text)),
      address: { search: { purl: text } },
    });
  return items.flatMap(({ path, label, address }) =>
    has(path) ? [{ key: path, label, note: '', address: { ...address, to: path } as PageAddress }] : [],
  );
};

/** The pages whose title contains the text, among those that the session may see. */
const pagesWith = (text: string, session: Reader): PaletteItem[] =>
  entries
    .filter((entry) => !entry.path.includes('$'))
    .filter((entry) => ['permitted', 'locked'].includes(accessTo(entry, session).kind))
    .filter((entry) => pageTitles[entry.title].toLowerCase().includes(text.toLowerCase()))
    .map((entry) => ({
      key: `page ${entry.path}`,
      label: pageTitles[entry.title],
      note: frameMessages.pages,
      address: { to: entry.path },
    }));

/** Lists the palette's items for a text, before any repository is found. */
export const paletteItems = (text: string, session: Reader): PaletteItem[] => {
  const typed = text.trim();
  return [...namedBy(typed), ...pagesWith(typed, session)];
};

/** A found repository as an item. */
export const repositoryItem = ({
  repositoryId,
  fullName,
}: {
  repositoryId: string;
  fullName: string;
}): PaletteItem | undefined =>
  has('repositories/$repositoryId')
    ? {
        key: `repository ${repositoryId}`,
        label: markedText(fullName),
        note: frameMessages.repositories,
        address: { to: 'repositories/$repositoryId' as PagePath, params: { repositoryId } as never },
      }
    : undefined;
