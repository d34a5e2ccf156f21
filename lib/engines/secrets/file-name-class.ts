import { isInSampleFolder, isTestOrExample } from '../source/file-class.ts';
import { isSettingsFile } from './assignment.ts';
import { isCredentialStore, isKeyStore, isLoginFile } from './credential-files.ts';

/** Everything that a rule asks of the name of a file. */
const asked = [
  isLoginFile,
  isKeyStore,
  isCredentialStore,
  isSettingsFile,
  isInSampleFolder,
  isTestOrExample,
] as const;

const packed = /\.gz$/i;
/** The beginning of a longer path is irrelevant; at most this much is examined. */
const longest = 512;

const kindOf = (path: string): string => asked.map((is, index) => (is(path) ? index : '')).join('');

/** Names what a path means to the rules: they find the same in two files of one content whose names are of one kind. */
export const nameKind = (path: string): string => {
  const end = path.slice(-longest);
  // A file that is packed alone is looked at under its own name.
  return packed.test(end) ? `${kindOf(end)}-${kindOf(end.replace(packed, ''))}` : kindOf(end);
};

/** Names of files of which a rule asks in which folder they are, and any other. */
const probes = ['x', 'master.key', 'credentials/x.key', 'x.key', 'sftp.json'];

/** Names what a folder means to the rules for everything below it. */
const folderKind = (path: string): string => probes.map((name) => nameKind(`${path}/${name}`)).join('/');

/** Names what paths mean to the rules: few different things, however many paths there are. */
export const pathKinds = { file: nameKind, folder: folderKind };
