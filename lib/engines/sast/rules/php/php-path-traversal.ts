import type { Rule } from '@scangate/engines/sast/rule';
import { isAddress, namesAddress } from './conditions.ts';
import { action, script } from './samples.ts';

export const phpPathTraversal: Rule = {
  id: 'php-path-traversal',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'File path from untrusted input',
  message: 'Untrusted input becomes part of a file path, so that "../" reaches files outside of the folder.',
  help: 'Use basename(), or check that realpath() is inside the folder before the file is opened.',
  category: 'path',
  sinks: [
    {
      call: ['{file_get_contents,fopen,file}'],
      when: (call) => !namesAddress(call),
      unless: isAddress,
    },
    {
      call: [
        '{readfile,file_put_contents,unlink,mkdir,rmdir,opendir,scandir,glob,touch,chmod,parse_ini_file,highlight_file,show_source,gzopen,readgzfile,simplexml_load_file,tempnam,symlink}',
        '{SplFileObject,SplFileInfo,BinaryFileResponse,*.BinaryFileResponse,DirectoryIterator}',
        '*.{download,sendFile}',
        '*.response().{file}',
        '{File,*.File}.{get,put,delete,append,move,copy,deleteDirectory,exists}',
      ],
      unless: isAddress,
    },
    {
      // An untrusted name of a disk is harmless: only configured ones exist.
      call: [
        '{Storage,*.Storage}.{get,put,putFileAs,delete,append,prepend,download,response,readStream,writeStream,deleteDirectory,path}',
        '*.{disk,drive}().{get,put,putFileAs,delete,append,prepend,download,response,readStream,writeStream,deleteDirectory,path}',
      ],
    },
    { call: ['{Storage,*.Storage}.{copy,move}', '*.{disk,drive}().{copy,move}'], args: [0, 1] },
    { call: ['{copy,rename}'], args: [0, 1] },
    { call: ['{hash_file,hash_hmac_file,hash_update_file}'], args: [1] },
    { call: ['{md5_file,sha1_file}'], unless: isAddress },
    { call: ['move_uploaded_file'], args: [1] },
  ],
  positives: [
    script('echo file_get_contents("docs/" . $_GET["name"]); // HERE'),
    script('readfile($_GET["f"]); // HERE'),
    script('echo hash_file("sha256", $_GET["f"]); // HERE'),
    script('$path = "/data/" . $_POST["file"];\nunlink($path); // HERE'),
    action('        return response()->download(storage_path("app/" . $request->file_name)); // HERE'),
    action(
      '        return new BinaryFileResponse("/data/" . $request->get("f")); // HERE',
      'use Symfony\\Component\\HttpFoundation\\BinaryFileResponse;',
    ),
    '<?php\necho copy("docs/" . $_GET["name"]); // HERE\n',
    '<?php\necho md5_file("docs/" . $_GET["name"]); // HERE\n',
    '<?php\necho move_uploaded_file("sha256", $_GET["f"]); // HERE\n',
    '<?php\necho a::response()::file("docs/" . $_GET["name"]); // HERE\n',
    '<?php\necho File::get("docs/" . $_GET["name"]); // HERE\n',
    action('        return Storage::get($request->route("file")); // HERE'),
    action('        return Storage::disk("local")->get("files/" . $request->route("file")); // HERE'),
    action('        return Storage::move("inbox/a", "outbox/" . $request->input("to")); // HERE'),
    action('        return Storage::disk("local")->copy($request->input("from"), "a"); // HERE'),
  ],
  negatives: [
    action('        return Storage::get("files/" . basename($request->route("file")));'),
    action('        return Storage::put("files/a", $request->input("text"));'),
    action('        return Storage::disk($request->input("disk"))->get("a");'),
    script('echo file_get_contents("docs/" . basename($_GET["name"]));'),
    script(
      '$path = realpath("docs/" . $_GET["name"]);\nfunction f() {}\nif (!in_array($path, $allowed)) { exit; }\nreadfile($path);',
    ),
    script('file_get_contents("https://example.com/" . urlencode($_GET["q"]));'),
    script('move_uploaded_file($_FILES["a"]["tmp_name"], "/data/" . uniqid());'),
    action('        return file_get_contents("/data/" . $id);'),
  ],
};
