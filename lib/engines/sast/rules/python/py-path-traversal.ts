import type { Rule } from '@scangate/engines/sast/rule';
import { fileSinks } from './files.ts';
import { flask } from './samples.ts';

export const pyPathTraversal: Rule = {
  id: 'py-path-traversal',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'File named by untrusted input',
  message:
    'Untrusted input becomes part of a path: with `../` or a leading `/` it names files that were not intended.',
  help: 'Take the base name only (secure_filename, os.path.basename), or resolve the path and check that it is still within the folder (is_relative_to, safe_join).',
  category: 'path',
  sinks: fileSinks,
  positives: [
    flask('    return open("files/" + request.args["f"]).read()  # HERE'),
    flask(
      '    path = os.path.join(BASE, request.args.get("f"))\n    with open(path) as f:  # HERE\n        return f.read()',
      'import os',
    ),
    flask(
      '    p = pathlib.Path("/srv") / request.form["f"]\n    return p.read_text()  # HERE',
      'import pathlib',
    ),
    flask(
      '    up = request.files["f"]\n    up.save(os.path.join("/srv/up", up.filename))  # HERE',
      'import os',
    ),
    'from flask import send_file\n@app.route("/f/<path:name>")\ndef get(name):\n    return send_file("files/" + name)  # HERE\n',
    'from fastapi import FastAPI\nfrom fastapi.responses import FileResponse\napp = FastAPI()\n@app.get("/f")\nasync def get(name: str):\n    return FileResponse(f"files/{name}")  # HERE\n',
    flask('    shutil.rmtree("/srv/" + request.json["d"])  # HERE', 'import shutil'),
    flask('    open(file="files/" + request.args["f"])  # HERE'),
    flask('    codecs.open(filename="files/" + request.args["f"])  # HERE', 'import codecs'),
    flask('    FileResponse(path="files/" + request.args["f"])  # HERE'),
    flask('    send_file(path_or_file="files/" + request.args["f"])  # HERE', 'from flask import send_file'),
    flask(
      '    send_file(filename_or_fp="files/" + request.args["f"])  # HERE',
      'from flask import send_file',
    ),
    flask('    os.rename("files/" + request.args["f"], "/srv/old")  # HERE', 'import os'),
    flask('    os.rename("/srv/new", "files/" + request.args["f"])  # HERE', 'import os'),
    flask('    shutil.copy("/srv/new", "files/" + request.args["f"])  # HERE', 'import shutil'),
    flask('    os.path.exists("files/" + request.args["f"])  # HERE', 'import os'),
    flask('    p = Path("files/" + request.args["f"])\n    p.write_text("")  # HERE'),
  ],
  negatives: [
    flask(
      '    return open("files/" + secure_filename(request.args["f"])).read()',
      'from werkzeug.utils import secure_filename',
    ),
    flask('    name = os.path.basename(request.args["f"])\n    open(os.path.join("x", name))', 'import os'),
    flask(
      '    return send_from_directory("files", request.args["f"])',
      'from flask import send_from_directory',
    ),
    flask(
      '    p = (base / request.args["f"]).resolve()\n    if not p.is_relative_to(base):\n        return ""\n    return p.read_text()',
      'from pathlib import Path\nbase = Path("/srv")',
    ),
    flask('    name = request.args["f"]\n    if "../" in name:\n        return "no"\n    open(name)'),
    flask(
      '    name = request.args["f"]\n    full = os.path.realpath(os.path.join(BASE, name))\n    if not full.startswith(BASE):\n        abort(403)\n        return\n    open(full)',
      'import os',
    ),
    flask(
      '    name = Path(request.files["f"].filename).stem\n    (base / f"{name}.zip").read_text()',
      'from pathlib import Path\nbase = Path("/srv")',
    ),
    '@app.get("/f/{name}")\nasync def get(name: str):\n    return open("files/" + name)\n',
    'class Store(Base):\n    def get(self, key):\n        return open(self.path + key)\n',
    flask('    n = int(request.args["n"])\n    open(f"page-{n}.html")'),
  ],
};
