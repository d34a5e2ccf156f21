import type { Rule } from '@scangate/engines/sast/rule';
import { action, route } from './samples.ts';

export const rbPathTraversal: Rule = {
  id: 'rb-path-traversal',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'File path from untrusted input',
  message: 'Untrusted input becomes part of a file path, so that "../" reaches files outside of the folder.',
  help: 'Use File.basename, or check that File.expand_path is inside the folder before the file is opened.',
  category: 'path',
  sinks: [
    {
      call: [
        'File.{open,read,readlines,binread,write,binwrite,delete,unlink,foreach,readlink,chmod}',
        '{File,*.Pathname}',
        'IO.{read,readlines,binread,write,foreach}',
        'Dir.{glob,entries,children,each_child,mkdir,rmdir,chdir,foreach}',
        'FileUtils.{rm,rm_f,rm_rf,rm_r,remove_dir,mkdir_p,touch}',
        '{send_file,sendfile}',
        '{CSV,YAML,*.CSV}.{read,foreach,load_file,open}',
      ],
    },
    { call: ['File.{rename,symlink,link}', 'FileUtils.{cp,mv,copy,move,cp_r,ln_s}'], args: [0, 1] },
  ],
  positives: [
    action('send_file("public/docs/#{params[:name]}") # HERE'),
    action('@text = File.read(Rails.root.join("docs", params[:name])) # HERE'),
    route('path = File.join("data", params[:name])\nFile.open(path, "w") { |f| f.write("a") } # HERE'),
    action('FileUtils.rm_rf("tmp/" + params[:dir]) # HERE'),
  ],
  negatives: [
    action('send_file("public/docs/#{File.basename(params[:name])}")'),
    action(
      'path = File.expand_path(params[:name], ROOT)\nreturn unless path.start_with?(ROOT)\nFile.read(path)',
    ),
    action('File.read("docs/#{params[:id].to_i}")\nFile.write("a", params[:text])'),
  ],
};
