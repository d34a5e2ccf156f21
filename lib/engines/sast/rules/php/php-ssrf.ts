import type { Rule } from '@scangate/engines/sast/rule';
import { constantName, hasFixedHost, isAddress, namesAddress } from './conditions.ts';
import { action, script } from './samples.ts';

const verbs = '{get,post,put,patch,delete,head,send,request}';

export const phpSsrf: Rule = {
  id: 'php-ssrf',
  cwe: 'CWE-918',
  severity: 'high',
  title: 'Request to an untrusted URL',
  message:
    'The server sends a request to an untrusted URL: it can be made to reach metadata services and internal hosts.',
  help: 'Choose the host from a list of allowed ones and put only checked parts into the address.',
  category: 'ssrf',
  sinks: [
    {
      call: [
        '{curl_init,get_headers,fsockopen,wp_remote_get,wp_remote_post,wp_remote_head,wp_remote_request,stream_socket_client}',
      ],
      unless: hasFixedHost,
    },
    {
      call: ['curl_setopt'],
      args: [2],
      when: ({ args: [, option] }) => /CURLOPT_(?:URL|PROXY)$/.test(constantName(option)),
      unless: hasFixedHost,
    },
    {
      call: ['{file_get_contents,fopen,file,getimagesize,simplexml_load_file}'],
      when: (call) => namesAddress(call) || isAddress(call.args[0]),
      unless: hasFixedHost,
    },
    { call: [`{Http,*.Http,*.Http.*()}.${verbs}`], args: [0], unless: hasFixedHost },
    {
      call: [`*.${verbs}`, '*.{getAsync,postAsync}'],
      when: ({ names, args }) =>
        args.length < 3 &&
        names.some((name) => /guzzle|(?:^|[.$_])(?:http_?)?client\.\w+$|httpclient/i.test(name)) &&
        !names.some((name) => name.endsWith('.request')),
      unless: hasFixedHost,
    },
    {
      call: ['*.{request,requestAsync}'],
      args: [1],
      when: ({ names }) => names.some((name) => /guzzle|client\.\w+$|HttpClientInterface/i.test(name)),
      unless: hasFixedHost,
    },
  ],
  positives: [
    script('$ch = curl_init($_GET["url"]); // HERE'),
    script('curl_setopt($ch, CURLOPT_URL, $_POST["target"]); // HERE'),
    script('$data = file_get_contents($_GET["url"]); // HERE'),
    action(
      '        return Http::get($request->input("webhook")); // HERE',
      'use Illuminate\\Support\\Facades\\Http;',
    ),
    action(
      '        $client = new Client();\n        return $client->request("GET", "http://" . $request->host . "/status"); // HERE',
      'use GuzzleHttp\\Client;',
    ),
  ],
  negatives: [
    script('$ch = curl_init("https://api.example.com/users/" . $_GET["id"]);'),
    script('curl_setopt($ch, CURLOPT_POSTFIELDS, $_POST["body"]);'),
    action(
      '        return Http::get("https://api.example.com/search", ["q" => $request->q]);',
      'use Illuminate\\Support\\Facades\\Http;',
    ),
    action(
      '        return $client->request("GET", config("services.api") . "/users", ["query" => $request->all()]);',
    ),
  ],
};
