import type { Rule } from '@scangate/engines/sast/rule';
import { around } from './conditions.ts';
import { action } from './samples.ts';

const checks = /content_type|extname|mime|allowed|marcel|include\?/i;

export const rbUnrestrictedUpload: Rule = {
  id: 'rb-unrestricted-upload',
  cwe: 'CWE-434',
  severity: 'high',
  title: "Upload keeps the sender's file name",
  message: 'The sender chooses the name and extension of the stored file, which may be served or executed.',
  help: 'Generate a name with an extension from a list, or use Active Storage.',
  labels: ['upload'],
  sinks: [
    {
      call: ['File.{open,write,binwrite}', 'File', 'IO.{binwrite,write}', 'FileUtils.{mv,cp}'],
      args: [0, 1],
      when: (call) => !checks.test(around(call).slice(0, 5000)),
    },
  ],
  positives: [
    action(
      'file = params[:file]\nFile.open(Rails.root.join("public", file.original_filename), "wb") { |f| f.write(file.read) } # HERE',
    ),
  ],
  negatives: [
    action(
      'File.open(Rails.root.join("public", SecureRandom.hex), "wb") { |f| f.write(params[:file].read) }',
    ),
    action(
      'file = params[:file]\nreturn unless TYPES.include?(file.content_type)\nFile.open(Rails.root.join("public", file.original_filename), "wb")',
    ),
  ],
};
