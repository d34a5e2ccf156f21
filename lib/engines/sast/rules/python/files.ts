import type { Sink } from '@scangate/engines/sast/rule';

const receivers =
  '{open,read_text,read_bytes,write_text,write_bytes,unlink,rmdir,mkdir,touch,rename,replace,iterdir,glob,rglob,exists,is_file,is_dir,stat,chmod}';

/** Calls whose argument names a file to read, write or inspect. */
export const fileSinks: readonly Sink[] = [
  {
    call: ['open', '{io,codecs,os,gzip,bz2,lzma,aiofiles,builtins}.open', 'file'],
    named: ['file', 'filename'],
  },
  {
    call: [
      'os.{remove,unlink,rmdir,removedirs,mkdir,makedirs,listdir,scandir,walk,chmod,stat,truncate,readlink,chdir}',
      'os.path.{exists,isfile,isdir,getsize}',
    ],
  },
  { call: ['os.{rename,replace,link,symlink,renames}'], args: [0, 1] },
  { call: ['shutil.{copy,copy2,copyfile,copytree,move,rmtree,unpack_archive,chown}'], args: [0, 1] },
  {
    call: ['{flask,quart}.send_file', 'send_file', '*.FileResponse', 'FileResponse', '*.static_file'],
    args: [0],
    named: ['path', 'path_or_file', 'filename_or_fp'],
    unless: ({ path }) => path?.includes('open()') === true,
  },
  { call: ['{flask,quart}.send_from_directory', 'send_from_directory'], args: [0], named: ['directory'] },
  {
    call: [
      'zipfile.ZipFile',
      'tarfile.open',
      'sqlite3.connect',
      'linecache.getline',
      'fileinput.input',
      'configparser.read',
      'numpy.loadtxt',
      '{pandas,pd}.{read_csv,read_excel,read_json,read_pickle}',
    ],
  },
  {
    call: [`{Path,pathlib.Path,pathlib.PurePath}.${receivers}`, `{Path,pathlib.Path}().${receivers}`],
    args: 'receiver',
  },
  // The name of an upload comes from the sender.
  {
    call: ['*.save'],
    args: [0],
    named: ['dst'],
    when: ({ receiver }) => receiver !== undefined && receiver.taints.length > 0,
  },
];
