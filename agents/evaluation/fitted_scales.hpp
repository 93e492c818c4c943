// Written by `carrack calibrate --output`; not to be edited by hand. From 4,050 games of:
// clang-format off
//   mcts:iterations=40,opponents=maxn,win=0.6,rank=0,margin=1,margin_scale=15,selection=puct,c=1,scale=off,fpu=-1,root=same,gamma=0.1,final=robust,chance=open,widening=0.3,prior=scripted,temperature=4.5,bias=0,history=0,rave=0,grave=0,rollout=scripted,epsilon=0,diversity=0.5,adapt=200,learners=4,cutoff=0,cutoff_turns=2,lambda=0.5,implicit=0,estimates=fitted,reuse=off,memory=256,parallel=none,threads=1,workers=1,leaves=1,virtual=visits
#pragma once

#include <array>

#include "agents/evaluation/estimate_scale.hpp"
#include "core/base/types.hpp"

namespace carrack {

/// By players - 2, turn - 1.
inline constexpr std::array<std::array<EstimateScale, kTurns>, kMaxPlayers - 1> kFittedScales{{
  {{
    {.win = 15.78F, .rank = 15.78F, .margin_spread = 17.98F, .margin_shift = 0.00F},
    {.win = 15.78F, .rank = 15.78F, .margin_spread = 17.98F, .margin_shift = 0.00F},
    {.win = 13.42F, .rank = 13.42F, .margin_spread = 13.95F, .margin_shift = 0.00F},
    {.win = 11.53F, .rank = 11.53F, .margin_spread = 12.08F, .margin_shift = 0.00F},
    {.win = 9.84F, .rank = 9.84F, .margin_spread = 10.54F, .margin_shift = 0.00F},
    {.win = 8.51F, .rank = 8.51F, .margin_spread = 9.37F, .margin_shift = 0.00F},
    {.win = 6.83F, .rank = 6.83F, .margin_spread = 8.01F, .margin_shift = 0.00F},
    {.win = 5.89F, .rank = 5.89F, .margin_spread = 7.04F, .margin_shift = 0.00F},
  }},
  {{
    {.win = 17.35F, .rank = 17.46F, .margin_spread = 29.36F, .margin_shift = 5.76F},
    {.win = 17.35F, .rank = 17.46F, .margin_spread = 29.36F, .margin_shift = 8.56F},
    {.win = 11.94F, .rank = 13.27F, .margin_spread = 17.86F, .margin_shift = 4.94F},
    {.win = 10.53F, .rank = 11.94F, .margin_spread = 16.46F, .margin_shift = 3.81F},
    {.win = 8.76F, .rank = 10.45F, .margin_spread = 14.46F, .margin_shift = 3.03F},
    {.win = 7.98F, .rank = 9.47F, .margin_spread = 14.27F, .margin_shift = 2.53F},
    {.win = 6.12F, .rank = 7.33F, .margin_spread = 11.06F, .margin_shift = 1.57F},
    {.win = 5.34F, .rank = 6.05F, .margin_spread = 10.10F, .margin_shift = 1.02F},
  }},
  {{
    {.win = 12.86F, .rank = 14.19F, .margin_spread = 23.90F, .margin_shift = 9.11F},
    {.win = 10.24F, .rank = 11.86F, .margin_spread = 23.90F, .margin_shift = 10.15F},
    {.win = 10.06F, .rank = 11.02F, .margin_spread = 19.92F, .margin_shift = 7.68F},
    {.win = 9.80F, .rank = 10.61F, .margin_spread = 19.45F, .margin_shift = 6.57F},
    {.win = 9.76F, .rank = 10.20F, .margin_spread = 19.28F, .margin_shift = 5.93F},
    {.win = 8.55F, .rank = 9.00F, .margin_spread = 17.78F, .margin_shift = 4.59F},
    {.win = 6.57F, .rank = 6.96F, .margin_spread = 13.55F, .margin_shift = 3.02F},
    {.win = 5.22F, .rank = 5.47F, .margin_spread = 11.50F, .margin_shift = 2.02F},
  }},
  {{
    {.win = 9.68F, .rank = 28.62F, .margin_spread = 53.85F, .margin_shift = 35.26F},
    {.win = 9.68F, .rank = 11.44F, .margin_spread = 21.70F, .margin_shift = 12.26F},
    {.win = 9.03F, .rank = 10.24F, .margin_spread = 18.27F, .margin_shift = 9.21F},
    {.win = 8.47F, .rank = 9.60F, .margin_spread = 16.83F, .margin_shift = 7.15F},
    {.win = 8.47F, .rank = 9.60F, .margin_spread = 16.83F, .margin_shift = 6.59F},
    {.win = 7.46F, .rank = 8.46F, .margin_spread = 15.10F, .margin_shift = 5.34F},
    {.win = 5.95F, .rank = 6.65F, .margin_spread = 11.11F, .margin_shift = 3.46F},
    {.win = 4.82F, .rank = 5.34F, .margin_spread = 8.71F, .margin_shift = 2.16F},
  }},
  {{
    {.win = 17.41F, .rank = 17.12F, .margin_spread = 27.77F, .margin_shift = 20.39F},
    {.win = 10.88F, .rank = 10.22F, .margin_spread = 27.51F, .margin_shift = 17.86F},
    {.win = 9.85F, .rank = 10.00F, .margin_spread = 19.36F, .margin_shift = 10.99F},
    {.win = 8.21F, .rank = 8.90F, .margin_spread = 17.05F, .margin_shift = 8.47F},
    {.win = 8.01F, .rank = 8.65F, .margin_spread = 17.05F, .margin_shift = 7.75F},
    {.win = 7.55F, .rank = 8.02F, .margin_spread = 15.80F, .margin_shift = 6.54F},
    {.win = 6.24F, .rank = 6.66F, .margin_spread = 10.42F, .margin_shift = 3.85F},
    {.win = 5.46F, .rank = 5.39F, .margin_spread = 8.79F, .margin_shift = 2.43F},
  }},
}};
// clang-format on

}  // namespace carrack
