/* bots/traitor_manners.c -- how often each role says what about whom.
 *
 * Counted in games between reasoners, in thousandths: "is the Key Holder", something evil, something good.
 * Nothing is ever quite impossible, since people have manners of their own. */
#include "bots/traitor_belief.h"
#include "bots/traitor_habits.h"

static const manners_t few = {
    [role_key_holder] =
        {
            [role_guard] = {0, 20, 444, 556},
            [role_traitor] = {0, 20, 555, 445},
            [role_good_wizard] = {0, 20, 459, 541},
            [role_evil_wizard] = {0, 20, 537, 463},
            [OF_ONESELF] = {0, 563, 20, 437},
        },
    [role_guard] =
        {
            [role_key_holder] = {0, 20, 421, 579},
            [role_traitor] = {0, 20, 569, 431},
            [role_good_wizard] = {0, 20, 447, 553},
            [role_evil_wizard] = {0, 20, 597, 403},
            [OF_ONESELF] = {0, 154, 20, 846},
        },
    [role_traitor] =
        {
            [role_key_holder] = {0, 20, 478, 522},
            [role_guard] = {0, 20, 490, 510},
            [role_good_wizard] = {0, 20, 509, 491},
            [role_evil_wizard] = {0, 20, 487, 513},
            [OF_ONESELF] = {0, 277, 20, 723},
        },
    [role_good_wizard] =
        {
            [role_key_holder] = {0, 20, 414, 586},
            [role_guard] = {0, 20, 541, 459},
            [role_traitor] = {0, 20, 564, 436},
            [OF_ONESELF] = {0, 20, 20, 1000},
        },
    [role_evil_wizard] =
        {
            [role_key_holder] = {0, 20, 551, 449},
            [role_guard] = {0, 20, 492, 508},
            [role_traitor] = {0, 20, 471, 529},
            [OF_ONESELF] = {0, 20, 20, 1000},
        },
};

static const manners_t some = {
    [role_key_holder] =
        {
            [role_guard] = {0, 304, 306, 390},
            [role_traitor] = {0, 304, 385, 311},
            [role_good_wizard] = {0, 20, 402, 598},
            [role_evil_wizard] = {0, 20, 598, 402},
            [OF_ONESELF] = {0, 517, 20, 483},
        },
    [role_guard] =
        {
            [role_key_holder] = {0, 156, 84, 760},
            [role_guard] = {0, 299, 305, 396},
            [role_traitor] = {0, 287, 399, 313},
            [role_good_wizard] = {0, 20, 400, 600},
            [role_evil_wizard] = {0, 20, 597, 403},
            [OF_ONESELF] = {0, 252, 20, 748},
        },
    [role_traitor] =
        {
            [role_key_holder] = {0, 256, 85, 659},
            [role_guard] = {0, 246, 370, 383},
            [role_good_wizard] = {0, 20, 523, 477},
            [role_evil_wizard] = {0, 20, 475, 525},
            [OF_ONESELF] = {0, 259, 20, 741},
        },
    [role_good_wizard] =
        {
            [role_key_holder] = {0, 20, 255, 745},
            [role_guard] = {0, 20, 547, 453},
            [role_traitor] = {0, 20, 581, 419},
            [OF_ONESELF] = {0, 20, 20, 1000},
        },
    [role_evil_wizard] =
        {
            [role_key_holder] = {0, 20, 637, 363},
            [role_guard] = {0, 20, 472, 528},
            [role_traitor] = {0, 20, 463, 537},
            [OF_ONESELF] = {0, 20, 20, 1000},
        },
};

static const manners_t many = {
    [role_key_holder] =
        {
            [role_guard] = {0, 293, 308, 399},
            [role_traitor] = {0, 294, 384, 322},
            [role_good_wizard] = {0, 20, 357, 643},
            [role_evil_wizard] = {0, 20, 604, 396},
            [OF_ONESELF] = {0, 569, 20, 431},
        },
    [role_guard] =
        {
            [role_key_holder] = {0, 149, 65, 786},
            [role_guard] = {0, 297, 302, 401},
            [role_traitor] = {0, 300, 389, 310},
            [role_good_wizard] = {0, 20, 367, 633},
            [role_evil_wizard] = {0, 20, 598, 402},
            [OF_ONESELF] = {0, 247, 20, 753},
        },
    [role_traitor] =
        {
            [role_key_holder] = {0, 264, 72, 663},
            [role_guard] = {0, 254, 373, 373},
            [role_traitor] = {0, 248, 378, 375},
            [role_good_wizard] = {0, 20, 529, 471},
            [role_evil_wizard] = {0, 20, 479, 521},
            [OF_ONESELF] = {0, 250, 20, 750},
        },
    [role_good_wizard] =
        {
            [role_key_holder] = {0, 20, 196, 804},
            [role_guard] = {0, 20, 557, 443},
            [role_traitor] = {0, 20, 603, 397},
            [OF_ONESELF] = {0, 20, 20, 1000},
        },
    [role_evil_wizard] =
        {
            [role_key_holder] = {0, 20, 597, 403},
            [role_guard] = {0, 20, 481, 519},
            [role_traitor] = {0, 20, 471, 529},
            [OF_ONESELF] = {0, 20, 20, 1000},
        },
};

const manners_t *belief_manners(int players)
{
    static const manners_t *const manners[COMPANIES] = {&few, &some, &many};
    return manners[company_of(players)];
}
