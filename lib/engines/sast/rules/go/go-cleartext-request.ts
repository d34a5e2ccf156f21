import type { Call, Rule } from '@scangate/engines/sast/rule';
import { cleartextText, isCleartext } from '../cleartext.ts';
import { program } from './samples.ts';

const fetches =
  (at: number) =>
  ({ args }: Call): boolean =>
    isCleartext(args[at]);

export const goCleartextRequest: Rule = {
  ...cleartextText,
  id: 'go-cleartext-request',
  calls: [
    {
      call: [
        'net/http.{Get,Post,Head,PostForm}',
        '{net/http.Client,net/http.DefaultClient}.{Get,Post,Head,PostForm}',
        'github.com/levigross/grequests.{Get,Post,Put,Delete,Patch,Head,Options}',
        '*.New().{Get,Post,Put,Delete,Patch,Head,Base}',
        '*.R().{Get,Post,Put,Delete,Patch,Head}',
        'github.com/jlaffaye/ftp.{Dial,DialTimeout,Connect}',
        '{sling,grequests,gorequest}.{Get,Post,Put,Delete,Patch,Head,Base}',
        'ftp.{Dial,DialTimeout,Connect}',
      ],
      when: fetches(0),
    },
    { call: ['net/http.NewRequest', '{gorequest,req}.CustomMethod'], when: fetches(1) },
    { call: ['net/http.NewRequestWithContext'], when: fetches(2) },
  ],
  positives: [
    program('net/http', '\thttp.Get("http://api.example.com/users") // HERE'),
    program(
      'net/http',
      '\tclient := &http.Client{}\n\tclient.Post("http://api.example.com", "text/plain", nil) // HERE',
    ),
    program('net/http', '\thttp.NewRequest("GET", "http://api.example.com/", nil) // HERE'),
    program('github.com/levigross/grequests', '\tgrequests.Get("http://api.example.com/users", nil) // HERE'),
    program('net/http', '\tgrequests.Get("http://api.example.com/users", nil) // HERE'),
    program('net/http', '\tsling.New().Get("http://api.example.com/users") // HERE'),
    program('net/http', '\tresty.New().R().Get("http://api.example.com/users") // HERE'),
    program('github.com/jlaffaye/ftp', '\tftp.Dial("ftp://files.example.com") // HERE'),
    program('net/http', '\tftp.Dial("ftp://files.example.com") // HERE'),
    program('net/http', '\tgorequest.CustomMethod("GET", "http://api.example.com/users") // HERE'),
    program(
      'net/http',
      '\thttp.NewRequestWithContext(ctx, "GET", "http://api.example.com/users", nil) // HERE',
    ),
  ],
  negatives: [
    program('net/http', '\thttp.NewRequestWithContext(ctx, "http://api.example.com/", "x", nil)'),
    program('net/http', '\thttp.Get("https://api.example.com/users")'),
    program('net/http', '\thttp.Get("http://127.0.0.1:8080/health")'),
    program('net/http', '\thttp.NewRequest("http://api.example.com/", "x", nil)'),
  ],
};
