import { baseNameOf, extensionOf } from '../units/paths.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Files that hold no text, or none that anything runs, by their extensions. */
export const binaryExtensions = setOf(
  'png jpg jpeg gif webp avif bmp ico icns tif tiff psd heic mp3 mp4 m4a m4v mov avi mkv webm wav ogg flac woff woff2 ttf otf eot zip gz tgz bz2 xz zst 7z rar tar pdf doc docx xls xlsx ppt pptx odt ods class pyc pyo so dll dylib exe o a lib obj pdb wasm bin dat db sqlite sqlite3 parquet npy npz pkl h5 onnx pt jks p12 pfx keystore der',
);

/** Further binary files, of which an analysis of code cannot say that they use no package: most hold programs. */
const withPrograms = setOf('apk cab deb dmg idx iso jar lz4 mmdb mo msi nupkg pack rpm whl');

/** Returns whether a file is binary by its name. Any other one that cannot be read as a text was expected to be looked at. */
export const isNamedBinary = (path: string): boolean => {
  const extension = baseNameOf(path).includes('.') ? extensionOf(path) : '';
  return binaryExtensions.has(extension) || withPrograms.has(extension);
};
