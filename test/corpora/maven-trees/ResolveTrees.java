import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.maven.project.DefaultDependencyResolutionRequest;
import org.apache.maven.project.DefaultProjectBuildingRequest;
import org.apache.maven.project.DependencyResolutionException;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.ProjectBuilder;
import org.apache.maven.project.ProjectBuildingException;
import org.apache.maven.project.ProjectBuildingRequest;
import org.apache.maven.project.ProjectBuildingResult;
import org.apache.maven.project.ProjectDependenciesResolver;
import org.apache.maven.repository.internal.MavenRepositorySystemUtils;
import org.codehaus.plexus.DefaultContainerConfiguration;
import org.codehaus.plexus.DefaultPlexusContainer;
import org.codehaus.plexus.PlexusConstants;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.DependencyNode;
import org.eclipse.aether.repository.LocalRepository;
import org.eclipse.aether.repository.WorkspaceReader;
import org.eclipse.aether.repository.WorkspaceRepository;

/**
 * Prints the dependency trees that Maven's own project builder and resolver make of projects, without a network. Each
 * folder of the work folder is a case: a repository of poms and a project. ask-maven.ts starts it.
 */
public final class ResolveTrees {
    private final DefaultPlexusContainer container;
    private final Path local;

    private ResolveTrees(Path local) throws Exception {
        this.local = local;
        this.container = new DefaultPlexusContainer(
                new DefaultContainerConfiguration()
                        .setAutoWiring(true)
                        .setClassPathScanning(PlexusConstants.SCANNING_INDEX)
                        .setName("maven"));
    }

    /** Finds poms of a folder in the layout of a repository, and those of the projects of the case. */
    private record Poms(Path repository, Map<String, File> projects) implements WorkspaceReader {
        @Override
        public WorkspaceRepository getRepository() {
            return new WorkspaceRepository("poms");
        }

        private Path folderOf(Artifact artifact) {
            return repository.resolve(artifact.getGroupId().replace('.', '/')).resolve(artifact.getArtifactId());
        }

        @Override
        public File findArtifact(Artifact artifact) {
            if (!artifact.getExtension().equals("pom")) return null;
            String[] parts = {artifact.getGroupId(), artifact.getArtifactId(), artifact.getVersion()};
            File project = projects.get(String.join(":", parts));
            if (project != null) return project;
            File file = folderOf(artifact).resolve(parts[2]).resolve(parts[1] + "-" + parts[2] + ".pom").toFile();
            return file.isFile() ? file : null;
        }

        @Override
        public List<String> findVersions(Artifact artifact) {
            String[] versions = folderOf(artifact).toFile().list();
            if (versions == null) return List.of();
            Arrays.sort(versions);
            return List.of(versions);
        }
    }

    private DefaultRepositorySystemSession session(Poms poms) throws Exception {
        DefaultRepositorySystemSession session = MavenRepositorySystemUtils.newSession();
        RepositorySystem system = container.lookup(RepositorySystem.class);
        session.setLocalRepositoryManager(system.newLocalRepositoryManager(session, new LocalRepository(local.toFile())));
        session.setWorkspaceReader(poms);
        session.setOffline(true);
        return session;
    }

    private static void print(DependencyNode node, int depth, List<String> lines) {
        for (DependencyNode child : node.getChildren()) {
            Dependency dependency = child.getDependency();
            Artifact artifact = dependency.getArtifact();
            lines.add(String.join(
                    " ",
                    String.valueOf(depth),
                    artifact.getGroupId() + ":" + artifact.getArtifactId(),
                    artifact.getExtension() + ":" + artifact.getClassifier(),
                    artifact.getVersion(),
                    dependency.getScope() + (dependency.isOptional() ? " optional" : "")));
            print(child, depth + 1, lines);
        }
    }

    private List<String> treeOf(MavenProject project, DefaultRepositorySystemSession session) throws Exception {
        DefaultDependencyResolutionRequest request = new DefaultDependencyResolutionRequest(project, session);
        request.setResolutionFilter((node, parents) -> false);
        DependencyNode root;
        try {
            root = container.lookup(ProjectDependenciesResolver.class).resolve(request).getDependencyGraph();
        } catch (DependencyResolutionException error) {
            Throwable cause = error;
            while (cause.getCause() != null) cause = cause.getCause();
            return List.of("fails " + cause.getClass().getSimpleName());
        }
        List<String> lines = new ArrayList<>();
        print(root, 0, lines);
        return lines;
    }

    private ProjectBuildingRequest request(DefaultRepositorySystemSession session) {
        Properties properties = new Properties();
        properties.setProperty("java.version", "17.0.1");
        return new DefaultProjectBuildingRequest()
                .setProcessPlugins(false)
                .setSystemProperties(properties)
                .setRepositorySession(session);
    }

    private void run(Path folder, PrintStream out) throws Exception {
        Map<String, File> projects = new HashMap<>();
        DefaultRepositorySystemSession session = session(new Poms(folder.resolve("repository"), projects));
        List<File> roots = List.of(folder.resolve("pom.xml").toFile());
        List<ProjectBuildingResult> built;
        try {
            built = container.lookup(ProjectBuilder.class).build(roots, true, request(session));
        } catch (ProjectBuildingException error) {
            out.println(folder.getFileName() + "\tpom.xml\tfails ProjectBuildingException");
            return;
        }
        for (ProjectBuildingResult result : built) {
            MavenProject project = result.getProject();
            projects.put(
                    String.join(":", project.getGroupId(), project.getArtifactId(), project.getVersion()),
                    project.getFile());
        }
        for (ProjectBuildingResult result : built) {
            String path = folder.relativize(result.getPomFile().toPath()).toString();
            String tree = String.join("\t", treeOf(result.getProject(), session));
            out.println(folder.getFileName() + "\t" + path + (tree.isEmpty() ? "" : "\t" + tree));
        }
    }

    public static void main(String[] args) throws Exception {
        Path work = Path.of(args[0]);
        ResolveTrees trees = new ResolveTrees(work.resolve("local"));
        List<Path> cases = new ArrayList<>();
        try (var found = Files.newDirectoryStream(work.resolve("cases"))) {
            found.forEach(cases::add);
        }
        cases.sort(null);
        for (Path each : cases) trees.run(each, System.out);
    }
}
