import type { Call, Rule } from '@scangate/engines/sast/rule';
import { around, isOfNumbers, writesResponse } from './conditions.ts';
import { handler, program } from './samples.ts';

const otherType = /application\/(?:json|xml|octet-stream|pdf|javascript)|text\/(?:plain|csv|event-stream)/;
const isPage = (call: Call): boolean => {
  const text = around(call);
  return !otherType.test(text) || text.includes('text/html');
};

export const goXss: Rule = {
  id: 'go-xss',
  cwe: 'CWE-79',
  severity: 'high',
  title: 'Untrusted input in a page',
  message: 'Untrusted input is written into a page unescaped, so it can inject a script.',
  help: 'Render it with html/template, or escape it with html.EscapeString.',
  category: 'xss',
  sinks: [
    {
      call: ['fmt.{Fprintf,Fprint,Fprintln}', 'io.WriteString'],
      args: [1, 2, 3, 4, 5, 6],
      when: (call) => writesResponse(call) && isPage(call) && !call.args.slice(1, 2).some(isOfNumbers),
    },
    { call: ['net/http.ResponseWriter.{Write,WriteString}'], when: isPage },
    { call: ['html/template.{HTML,JS,JSStr,URL,HTMLAttr,CSS,Srcset}'] },
    {
      call: ['*.Context.HTML', '*.Context.HTMLBlob'],
      args: [1],
      when: ({ names }) => names.some((name) => name.includes('echo')),
    },
    {
      call: ['*.Context.Data'],
      args: [2],
      when: ({ args }) => String(args[1]?.constant ?? '').includes('text/html'),
    },
    {
      call: ['text/template.Template.{Execute,ExecuteTemplate}', '*.{Execute,ExecuteTemplate}'],
      args: 'all',
      when: (call) =>
        writesResponse(call) && call.names.some((name) => name.includes('text/template')) && isPage(call),
    },
  ],
  positives: [
    handler('fmt', '\tfmt.Fprintf(w, "<h1>Hello %s</h1>", r.URL.Query().Get("name")) // HERE'),
    handler('', '\tw.Write([]byte("<p>" + r.FormValue("name"))) // HERE'),
    handler('html/template', '\tpage.Execute(w, template.HTML(r.FormValue("text"))) // HERE'),
    handler(
      'text/template',
      `\tt := template.Must(template.New("page").Parse("<p>{{.}}"))
\tt.Execute(w, r.FormValue("text")) // HERE`,
    ),
  ],
  negatives: [
    handler('fmt', '\tfmt.Fprintf(w, "<p>%d</p>", count(r.FormValue("name")))'),
    handler('fmt html', '\tfmt.Fprintf(w, "Hello %s", html.EscapeString(r.FormValue("name")))'),
    handler(
      'html/template',
      `\tt := template.Must(template.New("page").Parse("<p>{{.}}"))
\tt.Execute(w, r.FormValue("text"))`,
    ),
    handler(
      'fmt',
      `\tw.Header().Set("Content-Type", "text/plain")
\tfmt.Fprintln(w, r.FormValue("name"))`,
    ),
    handler('os', '\tpage, err := os.ReadFile(r.URL.Path)\n\tw.Write(page)'),
    program('fmt os', '\tfmt.Fprintf(os.Stderr, "bad %s", os.Args[1])'),
  ],
};
