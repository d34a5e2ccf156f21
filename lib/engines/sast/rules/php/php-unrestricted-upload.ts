import type { Call, Rule } from '@scangate/engines/sast/rule';
import { around } from './conditions.ts';
import { action, script } from './samples.ts';

const checks = /in_array|mime|pathinfo|getimagesize|extension\(\)|validate\(|allowed|finfo/i;

const isUnchecked = (call: Call): boolean =>
  call.within === undefined || !checks.test(around(call).slice(0, 5000));

export const phpUnrestrictedUpload: Rule = {
  id: 'php-unrestricted-upload',
  cwe: 'CWE-434',
  severity: 'high',
  title: "Upload keeps the sender's file name",
  message:
    'The sender chooses the extension of the stored file: a server that runs .php files runs the upload.',
  help: 'Generate a name with an extension from a list ($file->hashName(), store()).',
  labels: ['upload'],
  sinks: [
    { call: ['move_uploaded_file'], args: [1], when: isUnchecked },
    { call: ['*.{move,storeAs,storePubliclyAs,moveTo}'], args: [0, 1], when: isUnchecked },
    { call: ['*.putFileAs'], args: [2], when: isUnchecked },
  ],
  positives: [
    script('move_uploaded_file($_FILES["a"]["tmp_name"], "uploads/" . $_FILES["a"]["name"]); // HERE'),
    action(
      '        $request->file("photo")->move(public_path("img"), $request->file("photo")->getClientOriginalName()); // HERE',
    ),
  ],
  negatives: [
    script('move_uploaded_file($_FILES["a"]["tmp_name"], "uploads/" . bin2hex(random_bytes(8)) . ".png");'),
    action('        return $request->file("photo")->store("img");'),
    action(
      '        $request->validate(["photo" => "image"]);\n        $request->file("photo")->storeAs("img", $request->file("photo")->getClientOriginalName());',
    ),
  ],
};
