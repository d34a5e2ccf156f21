import { isInSampleFolder, isTestOrExample } from '../source-files/file-class.ts';
import { isSettingsFile } from './assignment.ts';
import { isCredentialStore, isKeyStore, isLoginFile } from './credential-files.ts';

/** Every test that a rule applies to the name of a file. */
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

/**
 * Classifies a file name by its effect on the rules: they find the same in two files with equal content whose names
 * are of one class.
 */
export const nameKind = (path: string): string => {
  const end = path.slice(-longest);
  // A single compressed file is examined under its own name.
  return packed.test(end) ? `${kindOf(end)}-${kindOf(end.replace(packed, ''))}` : kindOf(end);
};

/** File names whose directory matters to a rule, and any other name. */
const probes = ['x', 'master.key', 'credentials/x.key', 'x.key', 'sftp.json'];

/** Classifies a directory by its effect on the rules for everything below it. */
const folderKind = (path: string): string => probes.map((name) => nameKind(`${path}/${name}`)).join('/');

/** Classifies paths by their effect on the rules: there are few classes, however many paths there are. */
export const pathKinds = { file: nameKind, folder: folderKind };
