/* cli/commands.h -- the commands of `turncoat`, each in a file of its own.
 *
 * argv[0] is the command's name.  They return the exit status: 0 success, 1 failure,
 * 2 wrong usage. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

int simulate_main(int argc, char **argv);
int replay_main(int argc, char **argv);
int check_main(int argc, char **argv);
int bench_main(int argc, char **argv);
int serve_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int reports_main(int argc, char **argv);

#endif
